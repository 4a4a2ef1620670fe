import { z } from "zod"

/** Text that PostgreSQL can store. */
export const storableText = z
  .string()
  .refine((written) => !written.includes("\0"), {
    error: "must not contain a zero byte",
  })
