import { Table } from "@medusajs/ui"
import type { ReactNode } from "react"

type SmallTableProps = {
  label: string
  header: readonly string[]
  /** Cells without a header are left out. */
  rows: readonly (readonly ReactNode[])[]
}

/** A table without pages. The first cell of a row names it. */
export function SmallTable({ label, header, rows }: SmallTableProps) {
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
            {header.map((name, column) => (
              <Table.Cell
                key={name}
                className={column === 0 ? "text-ui-fg-base" : undefined}
              >
                {cells[column]}
              </Table.Cell>
            ))}
          </Table.Row>
        ))}
      </Table.Body>
    </Table>
  )
}
