/** What the commands that only compute need of the program. */
export type ComputingContext = {
  terminal: {
    out(text: string): void;
    err(text: string): void;
    paint(style: "red" | "yellow" | "green" | "dim" | "bold", text: string): string;
  };
  cwd: string;
  end(code: 0 | 1 | 3 | 4): void;
};
