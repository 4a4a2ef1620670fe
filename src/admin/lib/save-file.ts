/** Long enough for any browser to begin with the file. */
const KEPT_MS = 60_000

/** Has the browser save a file. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
}
