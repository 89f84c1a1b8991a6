/** `npm run bench -- NAME [arguments]` runs bench/NAME.ts. */
import { readdirSync } from "node:fs";

const names = readdirSync("bench")
  .map((file) => file.replace(/\.ts$/, ""))
  .filter((name) => name !== "run");
const [name = "", ...args] = process.argv.slice(2);

if (names.includes(name)) {
  const { main } = await import(`./${name}.ts`);
  await main(args);
} else {
  console.error(`usage: npm run bench -- NAME, where NAME is one of ${names.join(", ")}`);
  process.exitCode = 2;
}
