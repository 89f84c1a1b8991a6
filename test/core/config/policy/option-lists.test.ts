import { describe, expect, it } from "vitest";
import { define, optionNames } from "../../../../src/core/config/my-cnf/known-options.ts";
import { ownedBecause } from "../../../../src/core/config/policy/owned-options.ts";
import { refusedBecause } from "../../../../src/core/config/policy/refused-options.ts";
import { isAllowedUntrusted } from "../../../../src/core/config/policy/untrusted-options.ts";

const names = [...new Set(optionNames({}))];
const allowed = names.filter(isAllowedUntrusted);

describe("the list of options that strangers may set", () => {
  it("has the options that matter for performance", () => {
    expect(allowed.length).toBeGreaterThan(300);
  });

  it("has nothing that the gate owns or refuses", () => {
    const both = allowed.filter((name) => ownedBecause(name) ?? refusedBecause(name, "ON"));
    expect(both).toEqual([]);
  });

  it("has nothing that takes a file, a folder, an address, a library or an account", () => {
    const suspicious =
      /(?:^|_)(?:dir|file$|path|directories|address|host|socket|port|plugin|load|user|password|key|ssl|tls)(?:_|$)/;
    const strings = allowed.filter(
      (name) => define(name, {})?.option.kind === "string" && suspicious.test(name),
    );
    expect(strings).toEqual([]);
  });
});

describe("what the lists are made for", () => {
  it.each(
    names.filter((name) =>
      /(?:_dir|_path|_socket|_ssl_key|_ssl_cert)$|^(?:datadir|tmpdir|socket|port)$/.test(name),
    ),
  )("%s is owned or may not be set by strangers", (name) => {
    expect(ownedBecause(name) !== undefined || !isAllowedUntrusted(name)).toBe(true);
  });
});
