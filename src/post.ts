import { actionsIo } from "./adapters/actions-io.ts";
import { cacheFolder } from "./adapters/cache.ts";
import { sweepDeadRuns } from "./adapters/server/run.ts";

/** The post step: removes what interrupted runs have left; it never makes a job fail. */
try {
  const swept = await sweepDeadRuns(cacheFolder(), actionsIo.info);
  if (swept.length > 0) actionsIo.info(`Removed what interrupted runs had left: ${swept.join(", ")}`);
} catch (error) {
  actionsIo.info(
    `What interrupted runs may have left was not removed: ${error instanceof Error ? error.message : error}`,
  );
}
