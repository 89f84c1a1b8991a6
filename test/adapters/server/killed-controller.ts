/** A controller to be killed: starts a server and says so. Its argument is the run's id. */
import { provisionMysqld } from "../../../src/adapters/provision/provision.ts";
import { localServers, order } from "./local-subject.ts";

const [, , id = ""] = process.argv;
const { provider } = await localServers((await provisionMysqld()).program, { runs: { id } });
await provider.start(order("base"));
console.log("ready");
setInterval(() => {}, 1_000);
