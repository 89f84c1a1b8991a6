import { defineConfig } from "vitest/config";

const itg = "test/**/*.itg.test.ts";

export default defineConfig({
  test: {
    reporters: ["default", "./test/closing-line.ts"],
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: [itg],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: "itg",
          include: [itg],
          // Real servers share two cores: one file at a time, and time for a slow machine.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          testTimeout: 180_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
