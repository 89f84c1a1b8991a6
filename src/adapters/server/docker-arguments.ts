/** A container that runs a server, or its program for a moment. */
export type Container = {
  name: string;
  /** Whose it is: the sweeper finds it by this. */
  run: string;
  /** By its digest, so that a tag that moves in the meantime does not matter. */
  image: string;
  /** Numeric user and group: who owns the folder, never root. */
  user: string;
  /** What the program is; without it, the image's own entrypoint decides. */
  entrypoint?: string;
  environment?: Readonly<Record<string, string>>;
  /** Mounted under its own path, writable. Nothing else of this machine is visible. */
  folder?: string;
  cpus?: readonly number[];
  memoryBytes?: number;
  command: readonly string[];
};

export const runLabel = "mysql-perf-gate";

/** `docker run`, with as little as a server needs: no network, no capabilities, no way to gain any. */
export function runArguments(container: Container, mode: "detached" | "attached"): string[] {
  const { name, run, image, user, entrypoint, environment = {}, folder, cpus, memoryBytes } = container;
  const flag = (flagName: string, value: string | undefined) =>
    value === undefined ? [] : [flagName, value];
  return [
    "run",
    ...(mode === "detached" ? ["--detach"] : ["--rm"]),
    ...["--name", name],
    ...["--label", `${runLabel}=${run}`],
    ...["--network", "none"],
    ...["--cap-drop", "ALL"],
    ...["--security-opt", "no-new-privileges"],
    ...["--user", user],
    // The image's own probe would be a load of its own.
    "--no-healthcheck",
    // The error log is a file in the folder; this holds what the entrypoint says.
    ...["--log-driver", "json-file", "--log-opt", "max-size=1m"],
    ...flag("--mount", folder && bindMount(folder)),
    ...flag("--cpuset-cpus", cpus?.join(",")),
    // With swap of the same size there is none: a server that swaps measures the disk.
    ...flag("--memory", memoryBytes?.toString()),
    ...flag("--memory-swap", memoryBytes?.toString()),
    ...flag("--entrypoint", entrypoint),
    ...Object.entries(environment).flatMap(([variable, value]) => ["--env", `${variable}=${value}`]),
    image,
    ...container.command,
  ];
}

/** Unlike `--volume`, this refuses a folder that the engine does not see. Its fields are those of a CSV line. */
function bindMount(folder: string): string {
  const field = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return ["type=bind", `source=${folder}`, `target=${folder}`].map(field).join(",");
}
