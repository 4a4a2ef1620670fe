import { Select } from "@medusajs/ui"

type ChoiceProps<T extends string | number> = {
  label: string
  value: T
  values: readonly T[]
  nameOf: (value: T) => string
  isDisabled?: boolean
  className?: string
  onChange: (value: T) => void
}

/** Chooses one of a few values. */
export function Choice<T extends string | number>({
  label,
  value,
  values,
  nameOf,
  isDisabled,
  className,
  onChange,
}: ChoiceProps<T>) {
  return (
    <Select
      size="small"
      value={String(value)}
      disabled={isDisabled}
      onValueChange={(text) => {
        const chosen = values.find((one) => String(one) === text)
        if (chosen !== undefined) {
          onChange(chosen)
        }
      }}
    >
      <Select.Trigger aria-label={label} className={className}>
        <Select.Value />
      </Select.Trigger>
      <Select.Content>
        {values.map((one) => (
          <Select.Item key={one} value={String(one)}>
            {nameOf(one)}
          </Select.Item>
        ))}
      </Select.Content>
    </Select>
  )
}
