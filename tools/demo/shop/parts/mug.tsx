import { useShop } from "../shop.ts"

/** A drawing of the product. */
export function Mug({ small = false }: { small?: boolean }) {
  const { texts } = useShop()
  return (
    <svg
      className={small ? "mug small" : "mug"}
      viewBox="0 0 320 280"
      role={small ? undefined : "img"}
      aria-hidden={small || undefined}
      aria-label={small ? undefined : texts.mug}
    >
      <ellipse className="mug-shadow" cx="150" cy="250" rx="104" ry="12" />
      <path
        className="mug-handle"
        d="M222 100h24a30 30 0 0 1 30 30v22a36 36 0 0 1-36 36h-20"
      />
      <path
        className="mug-body"
        d="M66 64h168l-7 158a26 26 0 0 1-26 25H99a26 26 0 0 1-26-25z"
      />
      <path
        className="mug-light"
        d="M92 92l5 118a14 14 0 0 0 14 13h6L110 92z"
      />
      <g className="mug-speckles">
        <circle cx="150" cy="122" r="2.6" />
        <circle cx="184" cy="150" r="2" />
        <circle cx="136" cy="176" r="2.2" />
        <circle cx="205" cy="112" r="1.8" />
        <circle cx="172" cy="204" r="2.6" />
        <circle cx="206" cy="190" r="1.7" />
        <circle cx="128" cy="218" r="1.8" />
        <circle cx="160" cy="98" r="1.6" />
        <circle cx="212" cy="226" r="2" />
        <circle cx="152" cy="150" r="1.5" />
      </g>
      <ellipse className="mug-inside" cx="150" cy="64" rx="84" ry="17" />
      <ellipse className="mug-rim" cx="150" cy="64" rx="84" ry="17" />
    </svg>
  )
}
