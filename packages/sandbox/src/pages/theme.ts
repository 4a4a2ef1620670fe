/**
 * One color per role. Every text and control meets WCAG AA on its background.
 */
export const palette = {
  page: "#f4f6f4",
  card: "#ffffff",
  ink: "#14201c",
  muted: "#55635d",
  line: "#dde4e0",
  control: "#84918b",
  accent: "#0b6a57",
  accentHover: "#085546",
  onAccent: "#ffffff",
  accentSoft: "#e6f3ee",
  notice: "#fdf2d8",
  noticeInk: "#664600",
  danger: "#b3261e",
  dangerSoft: "#fcebe9",
}

/** The palette as CSS custom properties: `accentSoft` → `--accent-soft`. */
export function customProperties(): string {
  return Object.entries(palette)
    .map(([role, colour]) => {
      const name = role.replace(/[A-Z]/g, "-$&").toLowerCase()
      return `--${name}:${colour}`
    })
    .join(";")
}
