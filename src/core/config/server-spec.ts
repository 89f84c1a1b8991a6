import { z } from "zod";

/** Where a scenario's server comes from. */
export type ServerSpec =
  | { kind: "auto" }
  | { kind: "local"; path?: string }
  | { kind: "external" }
  | { kind: "image"; image: string };

// The grammar of an image reference as registries define it: host[:port]/path/name[:tag][@sha256:digest].
const image =
  /^(?:[a-z0-9.-]+(?::\d+)?\/)?[a-z0-9]+(?:[._-]+[a-z0-9]+)*(?:\/[a-z0-9]+(?:[._-]+[a-z0-9]+)*)*(?::[\w][\w.-]{0,127})?(?:@sha256:[a-f0-9]{64})?$/;

export function parseServerSpec(text: string): ServerSpec | undefined {
  if (text === "auto") return { kind: "auto" };
  if (text === "external") return { kind: "external" };
  if (text === "local") return { kind: "local" };
  if (text.startsWith("local:")) {
    const path = text.slice("local:".length);
    return path.startsWith("/") ? { kind: "local", path } : undefined;
  }
  // A bare word such as "Local" or "mysql" would be an image by the grammar; asking for a tag catches the slip
  // and keeps "latest", which changes under the reader's feet, out of gates.
  return image.test(text) && /[:@][^/]+$/.test(text) ? { kind: "image", image: text } : undefined;
}

export function printServerSpec(spec: ServerSpec): string {
  if (spec.kind === "image") return spec.image;
  if (spec.kind === "local" && spec.path !== undefined) return `local:${spec.path}`;
  return spec.kind;
}

export const serverSpec = z
  .codec(z.string().min(1), z.custom<ServerSpec>(), {
    decode: (text, context) => {
      const spec = parseServerSpec(text);
      if (spec !== undefined) return spec;
      context.issues.push({
        code: "custom",
        input: text,
        message:
          "expected `auto`, `local`, `local:/path/to/mysqld`, `external` or an image with a tag, such as `mysql:8.4`",
      });
      return z.NEVER;
    },
    encode: printServerSpec,
  })
  .meta({
    description: "auto | local | local:/path/to/mysqld | external | an image with a tag",
    examples: ["mysql:8.4"],
  });
