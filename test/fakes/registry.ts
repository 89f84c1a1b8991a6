import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

export type Registry = {
  /** The name by which an engine pulls from here; engines trust registries on loopback without TLS. */
  image: string;
  close(): Promise<void>;
};

/**
 * As much of a registry (https://distribution.github.io/distribution/spec/api) as a pull needs: it has one image of one
 * empty layer, or none, or refuses for its rate limit as Docker Hub does, or never answers.
 */
export async function registry(manner: "has" | "has not" | "limits" | "hangs"): Promise<Registry> {
  const { manifest, blobs } = emptyImage();
  const server = createServer((request, response) => {
    const answer = (status: number, type: string, body: Buffer | string) => {
      const digest = { "Docker-Content-Digest": digestOf(body) };
      response.writeHead(status, {
        "Content-Type": type,
        "Content-Length": Buffer.byteLength(body),
        ...digest,
      });
      response.end(request.method === "HEAD" ? undefined : body);
    };
    const refuse = (status: number, code: string, message: string) =>
      answer(status, "application/json", JSON.stringify({ errors: [{ code, message }] }));
    const path = request.url ?? "";
    if (path === "/v2/") return answer(200, "application/json", "{}");
    const blob = blobs.get(path.split("/blobs/")[1] ?? "");
    if (blob !== undefined) return answer(200, "application/octet-stream", blob);
    if (manner === "hangs") return;
    if (manner === "has not") return refuse(404, "MANIFEST_UNKNOWN", "manifest unknown");
    if (manner === "limits") {
      const message = "You have reached your pull rate limit. https://www.docker.com/increase-rate-limit";
      return refuse(429, "TOOMANYREQUESTS", message);
    }
    answer(200, manifestType, manifest);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    image: `127.0.0.1:${(server.address() as AddressInfo).port}/mysql:1`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const manifestType = "application/vnd.docker.distribution.manifest.v2+json";

function emptyImage(): { manifest: string; blobs: Map<string, Buffer> } {
  const archive = Buffer.alloc(1024);
  const layer = gzipSync(archive);
  const config = Buffer.from(
    JSON.stringify({
      architecture: process.arch === "x64" ? "amd64" : process.arch,
      os: "linux",
      config: { Cmd: ["mysqld"] },
      rootfs: { type: "layers", diff_ids: [digestOf(archive)] },
    }),
  );
  const describe = (mediaType: string, blob: Buffer) => ({
    mediaType,
    size: blob.length,
    digest: digestOf(blob),
  });
  const manifest = JSON.stringify({
    schemaVersion: 2,
    mediaType: manifestType,
    config: describe("application/vnd.docker.container.image.v1+json", config),
    layers: [describe("application/vnd.docker.image.rootfs.diff.tar.gzip", layer)],
  });
  return { manifest, blobs: new Map([config, layer].map((blob) => [digestOf(blob), blob])) };
}

function digestOf(bytes: Buffer | string): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}
