import { Container, Heading, Text } from "@medusajs/ui"
import type { ParseKeys } from "i18next"
import { createContext, type ReactNode } from "react"
import { useTranslation } from "react-i18next"

type PageHeaderProps = { title: string; text: string; children?: ReactNode }

export function PageHeader({ title, text, children }: PageHeaderProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-6 py-4">
      <div>
        <Heading>{title}</Heading>
        <Text size="small" className="text-ui-fg-subtle">
          {text}
        </Text>
      </div>
      {children}
    </div>
  )
}

type SectionProps = {
  title: ReactNode
  /** At the end of the title's line. */
  actions?: ReactNode
  children?: ReactNode
}

/** A box of a page, like those on Medusa's pages. */
export function Section(props: SectionProps) {
  return (
    <Container className="p-0">
      <Part {...props} />
    </Container>
  )
}

/** A titled part of a drawer or of a section. */
export function Part({
  title,
  level = "h2",
  actions,
  children,
}: SectionProps & { level?: "h2" | "h3" }) {
  return (
    <section className="divide-y">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-6 py-4">
        <Heading level={level}>{title}</Heading>
        {actions && <div className="flex items-center gap-x-2">{actions}</div>}
      </div>
      {children}
    </section>
  )
}

/** A list of labeled values, to be filled with `Row`s. */
export function Rows({ children }: { children: ReactNode }) {
  return <dl className="divide-y">{children}</dl>
}

/** The label of the row or column around a value, which also names its buttons. */
export const ValueLabel = createContext("")

type RowProps = { label: string; children?: ReactNode }

/** A labeled value. A dash if the value is unknown. */
export function Row({ label, children }: RowProps) {
  return (
    <div className="text-ui-fg-subtle grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-center gap-x-4 px-6 py-3">
      <dt className="txt-compact-small-plus">{label}</dt>
      <dd className="txt-compact-small text-pretty break-words">
        <ValueLabel.Provider value={label}>
          {children ?? "—"}
        </ValueLabel.Provider>
      </dd>
    </div>
  )
}

type Label = ParseKeys<"stablecoin">

/** Values by the keys of their labels. */
export type FactsByLabel = { readonly [Key in Label]?: ReactNode }

/** A list of labeled values, without those that are unknown. */
export function Facts({ facts }: { facts: FactsByLabel }) {
  const { t } = useTranslation("stablecoin")
  return (
    <Rows>
      {(Object.keys(facts) as Label[]).map(
        (label) =>
          facts[label] && (
            <Row key={label} label={t(label)}>
              {facts[label]}
            </Row>
          )
      )}
    </Rows>
  )
}

/** A sentence in a section, such as that it is empty. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <Text size="small" className="text-ui-fg-subtle px-6 py-4">
      {children}
    </Text>
  )
}

type TwoColumnsProps = { main: ReactNode; side: ReactNode }

/** A page with two columns, as wide as Medusa's pages. */
export function TwoColumns({ main, side }: TwoColumnsProps) {
  return (
    <div className="flex w-full flex-col items-start gap-x-4 gap-y-3 xl:grid xl:grid-cols-[minmax(0,_1fr)_440px]">
      <div className="flex w-full min-w-0 flex-col gap-y-3">{main}</div>
      <div className="flex w-full min-w-0 flex-col gap-y-3">{side}</div>
    </div>
  )
}
