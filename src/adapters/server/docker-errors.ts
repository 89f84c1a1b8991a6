import { GateError } from "../../core/error.ts";
import { lastLines } from "../process.ts";

/** What Docker's words mean for the reader. The first that fits is taken. */
type Known = {
  says: RegExp;
  what(subject: string): string;
  why?: string;
  remedy: string;
  /** The same again may go better. */
  passing?: true;
};

const elsewhere = {
  what: () => "The Docker engine does not see this machine's files",
  why: "It runs on another machine or in a virtual one, or this program runs in a container of its own.",
  remedy:
    "Run this program beside the engine, outside of containers, or use a server without Docker: `--server local`.",
};

const known: Known[] = [
  {
    says: /permission denied while trying to connect|dial unix \S+: connect: permission denied/i,
    what: () => "This user may not use Docker",
    remedy:
      "Add the user to the `docker` group and log in again (`sudo usermod -aG docker $USER`), or run as root.",
  },
  {
    says: /Cannot connect to the Docker daemon|failed to connect to the docker API|error during connect|is the docker daemon running/i,
    what: () => "No Docker engine answers",
    remedy:
      "Start it (`sudo systemctl start docker`), point DOCKER_HOST at the one that runs, or use a server without Docker: `--server local`.",
  },
  {
    says: /toomanyrequests|pull rate limit|429 Too Many Requests/i,
    what: (image) => `The registry refuses to hand out ${image} for now: its rate limit is reached`,
    remedy:
      "Log in to the registry before this step (`docker login`), pull through a mirror, or wait for some hours.",
  },
  {
    says: /no matching manifest for|does not match the (?:specified|detected host) platform|exec format error/i,
    what: (image) => `The image ${image} does not exist for this machine's processor`,
    remedy: "Choose an image that is built for this architecture.",
  },
  {
    says: /pull access denied|repository does not exist|unauthorized|authentication required|no basic auth credentials|: denied\b|\bforbidden\b/i,
    what: (image) => `The registry has no image ${image}, or wants a login for it`,
    remedy:
      "Check the image's name; if it is private, log in to its registry before this step (`docker login`).",
  },
  {
    says: /manifest unknown|manifest for \S+ not found|No such image|no such object|failed to resolve reference [^\n]*: not found|: not found$/im,
    what: (image) => `There is no image ${image}`,
    remedy: "Check its name and tag, for example `mysql:8.4`, `percona:8.0` or `mariadb:10.11`.",
  },
  {
    says: /bind source path does not exist|invalid mount config/i,
    ...elsewhere,
  },
  {
    says: /no space left on device/i,
    what: () => "Docker's disk is full",
    remedy: "Free some space: `docker system prune` removes what no container uses.",
  },
  {
    says: /executable file not found|exec: "[^"]*": (?:stat|no such file)/i,
    what: (image) => `The image ${image} has no MySQL server where its family keeps it`,
    remedy: "Use an image of the official family: mysql, percona or mariadb.",
  },
  {
    says: /Requested CPUs are not available/i,
    what: () => "Docker may not use the CPUs that the lane has",
    remedy: "Let the engine and this program use the same CPUs (cpusets, CPU limits of an outer container).",
  },
  {
    says: /no such host|i\/o timeout|TLS handshake timeout|Client\.Timeout|connection (?:refused|reset)|network is unreachable|server misbehaving|unexpected EOF|\b50[0234] /i,
    passing: true,
    what: (image) => `The registry of ${image} cannot be reached`,
    remedy:
      "Check the network and the proxy of the Docker engine, or pull the image beforehand and run again.",
  },
];

/** Why a docker command failed. `subject` is the image that it was about. */
export function explainDocker(subject: string, says: string): GateError {
  const text = withoutHints(says);
  const found = meaningOf(text);
  const words = lastLines(text, 3);
  const why = [found?.why, words].filter((line) => line !== undefined && line !== "").join("\n");
  return new GateError("environment", {
    what: found?.what(subject) ?? `Docker failed while it was to run ${subject}`,
    ...(why !== "" && { why }),
    remedy: found?.remedy ?? "Read Docker's own words above; `docker info` shows the state of the engine.",
  });
}

/** Whether the same again may go better. */
export function isPassing(says: string): boolean {
  return meaningOf(withoutHints(says))?.passing === true;
}

export function pullOverran(image: string, limitMs: number): GateError {
  return new GateError("environment", {
    what: `The image ${image} was not pulled within ${limitMs / 1000} s`,
    remedy: `Pull it beforehand (\`docker pull ${image}\`), or use a registry or mirror that is nearer.`,
  });
}

/** For an engine that answers, but on another kernel: its sockets cannot be reached and its CPUs not be shared out. */
export function engineElsewhere(): GateError {
  return new GateError("environment", {
    what: elsewhere.what(),
    why: elsewhere.why,
    remedy: elsewhere.remedy,
  });
}

function meaningOf(text: string): Known | undefined {
  return known.find(({ says }) => says.test(text));
}

function withoutHints(says: string): string {
  return says.replace(/^\s*(?:Run|See) 'docker .*$/gm, "").trim();
}

export function cancelled(image: string): GateError {
  return new GateError("cancelled", {
    what: `Cancelled while ${image} was made ready`,
    remedy: "Run it again.",
  });
}

export function rootlessEngine(): GateError {
  return new GateError("environment", {
    what: "This Docker engine maps users: it is rootless, or has user namespaces switched on",
    why: "The server could not read its data, nor this program remove what the server writes.",
    remedy:
      "Use an engine that runs as root, as runners have it, or a server without Docker: `--server local`.",
  });
}
