import { Table } from "@medusajs/ui"
import type { ReactNode } from "react"

/** A table without pages. The first cell of a row names it. */
export function SmallTable({
  label,
  header,
  rows,
}: {
  label: string
  header: readonly string[]
  rows: readonly (readonly ReactNode[])[]
}) {
  return (
    <Table aria-label={label}>
      <Table.Header className="border-t-0">
        <Table.Row>
          {header.map((name) => (
            <Table.HeaderCell key={name}>{name}</Table.HeaderCell>
          ))}
        </Table.Row>
      </Table.Header>
      <Table.Body className="border-b-0">
        {rows.map((cells, row) => (
          <Table.Row key={row} className="last:border-b-0">
            {cells.map((cell, column) => (
              <Table.Cell
                key={header[column]}
                className={column === 0 ? "text-ui-fg-base" : undefined}
              >
                {cell}
              </Table.Cell>
            ))}
          </Table.Row>
        ))}
      </Table.Body>
    </Table>
  )
}
