/** A controller to be killed: starts a server and says so. Arguments: the run's id and the cache folder. */
import { provisionMysqld } from "../../../src/adapters/provision/provision.ts";
import { localServers } from "./local-subject.ts";
import { scenario } from "./scenario.ts";

export async function main(id: string): Promise<void> {
  const { provider } = await localServers((await provisionMysqld()).program, { runs: { id } });
  const data = { tables: 2, rows: 1_000, seed: 7 };
  await provider.start({ arm: "base", scenario: scenario("plain"), data, from: "fresh" });
  console.log("ready");
  setInterval(() => {}, 1_000);
}

await main(process.argv[2] ?? "");
