import { randomBytes } from "node:crypto"
import { monotonicFactory } from "ulid"

const SEGMENT_EXTENSION = ".spool"
/** Added to a folder's name until its process listens. */
export const UNCLAIMED = ".new"

/** Webhooks that the database rejected, for the operator. */
export const REJECTED = "rejected"
/** Files with bytes that are not a webhook, for the operator. */
export const DAMAGED = "damaged"

const FOLDER_NAME = /^[0-9A-HJKMNP-TV-Z]{26}(\.new)?$/

/** Unique, and sorted by time, also within a millisecond of this process. */
const newName = monotonicFactory(() => (randomBytes(1)[0] ?? 0) / 256)

export function newFolderName(): string {
  return newName()
}

export function newSegmentName(): string {
  return newName() + SEGMENT_EXTENSION
}

/** Whether a process made this folder, be it claimed or not. */
export function isFolderName(name: string): boolean {
  return FOLDER_NAME.test(name)
}

export function isSegmentName(name: string): boolean {
  return name.endsWith(SEGMENT_EXTENSION)
}
