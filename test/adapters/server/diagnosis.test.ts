import { describe, expect, it } from "vitest";
import { diagnose } from "../../../src/adapters/server/diagnosis.ts";

/** Lines that real servers have printed. */
const said: [string, string, "input" | "environment", RegExp][] = [
  [
    "MySQL 9.7, typo",
    "2026-11-20T10:00:00Z 0 [ERROR] [MY-000067] [Server] unknown variable 'innodb_bufer_pool_size=1G'.",
    "input",
    /know the option innodb_bufer_pool_size/,
  ],
  [
    "MySQL 5.6, typo",
    "2026-11-20 10:00:00 1 [ERROR] mysqld: unknown variable 'innodb_bufer_pool_size=1G'",
    "input",
    /know the option innodb_bufer_pool_size/,
  ],
  [
    "MariaDB, typo",
    "2026-11-20 10:00:00 0 [ERROR] mariadbd: unknown variable 'innodb_bufer_pool_size=1G'",
    "input",
    /know the option/,
  ],
  [
    "suffix",
    "[ERROR] [MY-000077] [Server] mysqld: Error while setting value 'none' to 'max_connections'.",
    "input",
    /value of max_connections/,
  ],
  [
    "suffix, old",
    "[ERROR] mysqld: Unknown suffix 'n' used for variable 'max_connections' (value 'none')",
    "input",
    /value of max_connections/,
  ],
  [
    "no value",
    "[ERROR] mysqld: option '--max_connections' requires an argument",
    "input",
    /wants a value for max_connections/,
  ],
  [
    "port",
    "[ERROR] [MY-010262] [Server] Can't start server: Bind on TCP/IP port: Address already in use",
    "environment",
    /port is taken/,
  ],
  [
    "socket",
    "[ERROR] [MY-010259] [Server] Another process with pid 42 is using unix socket file.",
    "environment",
    /socket is taken/,
  ],
  [
    "locked",
    "[ERROR] [MY-012574] [InnoDB] Unable to lock ./ibdata1 error: 11",
    "environment",
    /another server is using/,
  ],
  [
    "locked, Aria",
    "[ERROR] mariadbd: Can't lock aria control file '/x/aria_log_control' for exclusive use, error: 11. Will retry for 30 seconds",
    "environment",
    /another server is using/,
  ],
  [
    "unwritable",
    "[ERROR] [MY-012271] [InnoDB] The innodb_system data file 'ibdata1' must be writable",
    "environment",
    /may not read or write/,
  ],
  [
    "full",
    "[ERROR] [MY-012639] [InnoDB] Write to file ./ibtmp1 failed at offset 0, 16384 bytes should have been written, only 0 were written. Operating system error number 28.",
    "environment",
    /disk is full/,
  ],
  [
    "root",
    '[ERROR] [MY-010123] [Server] Fatal error: Please read "Security" section of the manual to find out how to run mysqld as root!',
    "environment",
    /refuses to run as root/,
  ],
  [
    "memory",
    "[ERROR] [MY-012681] [InnoDB] mmap(137428992 bytes) failed; errno 12 Cannot allocate memory",
    "environment",
    /memory that its options ask for/,
  ],
  [
    "aio",
    "[ERROR] [MY-012584] [InnoDB] io_setup() failed with EAGAIN after 5 attempts.",
    "environment",
    /asynchronous I\/O/,
  ],
  [
    "uninitialised",
    "[ERROR] [MY-010457] [Server] --initialize specified but the data directory has files in it. Aborting.",
    "environment",
    /data directory cannot be used/,
  ],
];

describe("diagnose", () => {
  it.each(said)("knows what is meant: %s", (_, line, kind, what) => {
    const error = diagnose("The base server did not start", `2026 0 [Warning] nothing\n${line}\n`);
    expect(error).toMatchObject({ kind, what: expect.stringMatching(what), why: line });
    expect(error.what).toMatch(/^The base server did not start: (?:the|another) /);
  });

  it("says that memory ran out when the kernel killed the server, whatever it last said", () => {
    const error = diagnose("The base server crashed", "", {
      code: null,
      signal: "SIGKILL",
      outOfMemory: true,
    });
    expect(error.what).toContain("the kernel killed it because memory ran out");
  });

  it("hands on the last lines of a log that it does not understand", () => {
    const error = diagnose("It crashed", "a\nb\n", { code: 3, signal: null, outOfMemory: false });
    expect(error).toMatchObject({ what: "It crashed (exit code 3)", why: "a\nb" });
  });
});
