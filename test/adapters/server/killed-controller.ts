/** A controller to be killed: starts a server and says so. Its argument is the run's id. */
import { provisionMysqld } from "../../../src/adapters/provision/provision.ts";
import { localServers } from "./local-subject.ts";
import { scenario } from "./scenario.ts";

const [, , id = ""] = process.argv;
const { provider } = await localServers((await provisionMysqld()).program, { runs: { id } });
const data = { tables: 2, rows: 1_000, seed: 7 };
await provider.start({ arm: "base", scenario: scenario("plain"), data, from: "fresh" });
console.log("ready");
setInterval(() => {}, 1_000);
