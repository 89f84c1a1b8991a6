import { describe, expect, it } from "vitest";
import { atSuite, parseSources, printSources } from "../../../src/adapters/provision/sources.ts";

const deb822 = `# comment
Types: deb deb-src
URIs: http://mirror.example/debian
# between fields
Suites: bookworm bookworm-updates
Components: main contrib
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

Enabled: no
Types: deb
URIs: http://off.example
Suites: bookworm

Types: deb-src
URIs: http://source.example
Suites: bookworm

Types: deb
URIs: http://mirror.example/flat
Suites: ./
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 abc
`;

describe("parseSources", () => {
  it("reads stanzas, and leaves out what is switched off or no binary source", () => {
    const sources = parseSources("debian.sources", deb822);
    expect(sources).toEqual([
      {
        uris: ["http://mirror.example/debian"],
        suites: ["bookworm", "bookworm-updates"],
        components: ["main", "contrib"],
        options: { "signed-by": "/usr/share/keyrings/debian-archive-keyring.gpg" },
      },
      {
        uris: ["http://mirror.example/flat"],
        suites: ["./"],
        components: [],
        options: { "signed-by": "\n -----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n abc" },
      },
    ]);
  });

  it("reads the one-line form with its options", () => {
    const line =
      "deb [arch=amd64,arm64 signed-by=/k.gpg] http://mirror.example/ubuntu noble main universe # own\n";
    expect(parseSources("sources.list.list", `# deb http://no.example x main\n${line}`)).toEqual([
      {
        uris: ["http://mirror.example/ubuntu"],
        suites: ["noble"],
        components: ["main", "universe"],
        options: { arch: "amd64 arm64", "signed-by": "/k.gpg" },
      },
    ]);
  });

  it("reads no file that apt would not", () => {
    expect(parseSources("old.list.disabled", "deb http://mirror.example x main\n")).toEqual([]);
  });

  it("reads back what it prints", () => {
    const sources = parseSources("debian.sources", deb822);
    expect(parseSources("again.sources", printSources(sources))).toEqual(sources);
  });
});

describe("atSuite", () => {
  it("keeps the release's own mirror and key, and drops security and third parties", () => {
    const sources = parseSources(
      "a.list",
      `deb [signed-by=/k.gpg] http://mirror.example/debian bookworm main contrib
deb http://mirror.example/debian-security bookworm-security main
deb http://third.example/apt bookworm stable
`,
    );
    expect(atSuite(sources, "bookworm", "unstable")).toEqual([
      {
        uris: ["http://mirror.example/debian"],
        suites: ["unstable"],
        components: ["main"],
        options: { "signed-by": "/k.gpg" },
      },
    ]);
  });
});
