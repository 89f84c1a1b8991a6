import type { Endpoint, Load } from "../../ports.ts";

/** How long a run lasts, and how often it says how it goes. */
export type Course = { seconds: number; reportEvery: number };

/**
 * sysbench's arguments for a load, all that has a changing default spelled out. The password is not among them:
 * `optionFile` holds it. `scriptOptions` are those that the script declares, where it does: sysbench refuses others.
 */
export function argumentsFor(load: Load, course: Course, scriptOptions?: readonly string[]): string[] {
  const { workload, threads, data, seed, endpoint } = load;
  const own = {
    "db-driver": "mysql",
    ...addressOf(endpoint),
    "mysql-user": endpoint.user,
    "mysql-db": endpoint.database,
    // Deadlock, row changed, lock wait timeout: begun again. Never "all": sysbench 1.0.20 crashes on a lost server.
    "mysql-ignore-errors": "1213,1020,1205",
    threads,
    "rand-seed": seed,
    events: 0,
    time: course.seconds,
    "report-interval": course.reportEvery,
    percentile: 95,
    histogram: true,
  };
  // 1.0 chooses rows by `special`, later versions uniformly; spelled here so that a workload may say otherwise.
  const options = { "rand-type": "uniform", "db-ps-mode": "auto", ...dashed(workload.options) };
  const declared = Object.entries({ tables: data.tables, "table-size": data.rows }).filter(
    ([name]) => scriptOptions?.includes(name) ?? true,
  );
  return Object.entries({ ...options, ...Object.fromEntries(declared), ...own }).map(
    ([name, value]) => `--${name}=${printed(value)}`,
  );
}

function addressOf(endpoint: Endpoint): Record<string, string | number> {
  if (endpoint.kind === "socket") return { "mysql-socket": endpoint.path };
  // The client library takes "localhost" for its default socket, whatever the port.
  const hosts = endpoint.hosts.map((host) => (host === "localhost" ? "127.0.0.1" : host));
  return { "mysql-host": hosts.join(","), "mysql-port": endpoint.port };
}

/** sysbench takes both spellings for one option, so that one of them could win over ours unseen. */
function dashed(options: Load["workload"]["options"]): Record<string, string | number | boolean> {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [name.replaceAll("_", "-"), value]),
  );
}

function printed(value: string | number | boolean): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  return String(value);
}
