import type { ServerSpec } from "./notation/server-spec.ts";

/** What is known of a server before it runs. An absent part is not known yet. */
export type ServerRelease = {
  flavour?: "mysql" | "mariadb";
  /** Major and minor: `8.4`. */
  version?: string;
};

/** What an image's name and tag tell; anything else is known only once the server answers. */
export function releaseOf(spec: ServerSpec | undefined): ServerRelease {
  if (spec?.kind !== "image") return {};
  const [name = "", tag = ""] = spec.image
    .split("@", 1)
    .join("")
    .split(/:(?=[^/:]+$)/);
  const flavour = name.includes("mariadb") ? "mariadb" : /mysql|percona/.test(name) ? "mysql" : undefined;
  const version = tag.match(/^\d+\.\d+/)?.[0];
  return { ...(flavour && { flavour }), ...(flavour && version && { version }) };
}

/** Negative when `a` is the older one. */
export function compareVersions(a: string, b: string): number {
  const [[majorA = 0, minorA = 0], [majorB = 0, minorB = 0]] = [parts(a), parts(b)];
  return majorA - majorB || minorA - minorB;
}

function parts(version: string): number[] {
  return version.split(".").map(Number);
}
