import { describe, expect, it } from "vitest";
import { explainDocker, isPassing } from "../../../src/adapters/server/docker-errors.ts";

/** As clients 20.10 to 29 print them, on their own or by way of an engine with the containerd image store. */
const said: [what: string, ...texts: string[]][] = [
  [
    "No Docker engine answers",
    "Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?",
    "docker: Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?.\nSee 'docker run --help'.",
    "failed to connect to the docker API at unix:///var/run/docker.sock; check if the path is correct and if the daemon is running: dial unix /var/run/docker.sock: connect: no such file or directory",
    'error during connect: Get "http://build.example:2375/v1.24/version": dial tcp: lookup build.example: no such host',
  ],
  [
    "This user may not use Docker",
    'permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock: Get "http://%2Fvar%2Frun%2Fdocker.sock/v1.50/containers/json": dial unix /var/run/docker.sock: connect: permission denied',
    'Got permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock: Post "http://%2Fvar%2Frun%2Fdocker.sock/v1.24/images/create": dial unix /var/run/docker.sock: connect: permission denied',
    "permission denied while trying to connect to the docker API at unix:///var/run/docker.sock",
  ],
  [
    "There is no image mysql:99",
    "Error response from daemon: manifest for mysql:99 not found: manifest unknown: manifest unknown",
    "Error response from daemon: manifest unknown",
    'Error response from daemon: failed to resolve reference "docker.io/library/mysql:99": docker.io/library/mysql:99: not found',
    "docker: Error response from daemon: No such image: mysql:99\n\nRun 'docker run --help' for more information",
  ],
  [
    "The registry has no image mysql:99, or wants a login for it",
    "Error response from daemon: pull access denied for mysql99, repository does not exist or may require 'docker login': denied: requested access to the resource is denied",
    "Error response from daemon: pull access denied for mysql99, repository does not exist or may require 'docker login'",
    "Error response from daemon: unauthorized: authentication required",
    'Error response from daemon: Head "https://ghcr.io/v2/a/mysql/manifests/99": denied: denied',
    'Error response from daemon: Head "https://1.dkr.ecr.us-east-1.amazonaws.com/v2/mysql/manifests/99": no basic auth credentials',
  ],
  [
    "The registry refuses to hand out mysql:99 for now: its rate limit is reached",
    "Error response from daemon: toomanyrequests: You have reached your pull rate limit. You may increase the limit by authenticating and upgrading: https://www.docker.com/increase-rate-limit",
    "Error response from daemon: toomanyrequests: You have reached your unauthenticated pull rate limit. https://www.docker.com/increase-rate-limit",
    "failed to copy: httpReadSeeker: failed open: unexpected status code https://registry-1.docker.io/v2/library/mysql/manifests/sha256:7a54: 429 Too Many Requests - Server message: toomanyrequests: You have reached your unauthenticated pull rate limit.",
  ],
  [
    "The registry of mysql:99 cannot be reached",
    'Error response from daemon: Get "https://registry-1.docker.io/v2/": dial tcp: lookup registry-1.docker.io on 127.0.0.53:53: no such host',
    'Error response from daemon: Get "https://registry-1.docker.io/v2/": net/http: request canceled while waiting for connection (Client.Timeout exceeded while awaiting headers)',
    'Error response from daemon: Head "https://registry-1.docker.io/v2/library/mysql/manifests/99": net/http: TLS handshake timeout',
    'Error response from daemon: Get "http://127.0.0.1:5000/v2/": dial tcp 127.0.0.1:5000: connect: connection refused',
    "Error response from daemon: received unexpected HTTP status: 503 Service Unavailable",
  ],
  [
    "The image mysql:99 does not exist for this machine's processor",
    "Error response from daemon: no matching manifest for linux/arm64/v8 in the manifest list entries",
    "exec /usr/local/bin/docker-entrypoint.sh: exec format error",
  ],
  [
    "The Docker engine does not see this machine's files",
    "docker: Error response from daemon: invalid mount config for type \"bind\": bind source path does not exist: /home/r/.cache/runs/12ab/base\n\nRun 'docker run --help' for more information",
  ],
  [
    "The image mysql:99 has no MySQL server where its family keeps it",
    'docker: Error response from daemon: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: exec: "mysqld": executable file not found in $PATH: unknown',
  ],
  [
    "Docker may not use the CPUs that the lane has",
    "docker: Error response from daemon: Requested CPUs are not available - requested 7, available: 0-1",
  ],
  [
    "Docker's disk is full",
    "failed to register layer: Error processing tar file(exit status 1): write /usr/sbin/mysqld: no space left on device",
  ],
];

describe("explainDocker", () => {
  it.each(said.flatMap(([what, ...texts]) => texts.map((text) => [what, text])))("says: %s", (what, text) => {
    const error = explainDocker("mysql:99", text);
    expect(error).toMatchObject({ kind: "environment", what });
    expect(error.remedy).toMatch(/[.`]$/);
    expect(error.why).not.toMatch(/docker run --help/);
  });

  it("passes on words that it does not know", () => {
    expect(explainDocker("mysql:99", "Error response from daemon: something new")).toMatchObject({
      what: "Docker failed while it was to run mysql:99",
      why: "Error response from daemon: something new",
    });
  });

  it("takes only a registry that is out of reach for something that may pass", () => {
    const passing = said.filter(([, ...texts]) => texts.some(isPassing)).map(([what]) => what);
    expect(passing).toEqual(["The registry of mysql:99 cannot be reached"]);
  });
});
