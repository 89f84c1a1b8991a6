import { provisionMariadb, provisionMysqld } from "../../../src/adapters/provision/provision.ts";
import { describeServers } from "./contract.ts";
import { localServers } from "./local-subject.ts";
import { mysql56 } from "./machine.ts";

describeServers("local MySQL, provisioned", async () => localServers((await provisionMysqld()).program));
describeServers("local MariaDB, provisioned", async () => localServers((await provisionMariadb()).program));
describeServers("local MySQL 5.6", async () => localServers(await mysql56()));
