import { Button } from '@fluentui/react-components'
import { AddRegular, DeleteRegular, EditRegular } from '@fluentui/react-icons'
import { type ReactNode, useState } from 'react'
import type { Control, DefaultValues } from 'react-hook-form'
import type { z } from 'zod'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { useDemoStyles } from '../shared/kit.tsx'
import { simulateSave } from '../shared/samples.ts'

interface Props<Row extends { id: number; name: string }> {
  /** Noun for one row, such as 用户. */
  label: string
  initialRows: readonly Row[]
  columns: readonly TableColumn<Row>[]
  schema: z.ZodType<Row, Row>
  /** Values of the form for a new row. */
  newRow: Row
  children: (control: Control<Row, unknown, Row>) => ReactNode
}

/** A table whose rows can be added, edited and deleted until the page reloads. */
export function DemoRows<Row extends { id: number; name: string }>(props: Props<Row>) {
  const { label, initialRows, columns, schema, newRow, children } = props
  const styles = useDemoStyles()
  const confirm = useConfirm()
  const [rows, setRows] = useState(initialRows)
  const [open, setOpen] = useState<Row | null>(null)
  const save = async (row: Row): Promise<{ code: number }> => {
    const answer = await simulateSave()
    const added = { ...row, id: Math.max(0, ...rows.map(({ id }) => id)) + 1 }
    setRows(row.id === 0 ? [...rows, added] : rows.map((each) => (each.id === row.id ? row : each)))
    return answer
  }
  const remove = async (row: Row): Promise<void> => {
    const text = `确认删除“${row.name}”？ 操作不可撤销！`
    if (await confirm({ title: '删除', text, danger: true })) setRows(rows.filter(({ id }) => id !== row.id))
  }
  const actions: TableColumn<Row> = {
    key: 'actions',
    title: '操作',
    width: '100px',
    align: 'end',
    render: (row) => (
      <RowActions
        row={row.name}
        actions={[
          { title: '编辑', icon: EditRegular, run: () => setOpen(row) },
          { title: '删除', icon: DeleteRegular, run: () => void remove(row) },
        ]}
      />
    ),
  }
  return (
    <>
      <Button className={styles.start} appearance="primary" icon={<AddRegular />} onClick={() => setOpen(newRow)}>
        添加
      </Button>
      <DataTable
        label={label}
        columns={[...columns, actions]}
        rows={rows}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.name}
        empty={`还没有${label}`}
      />
      {open && (
        <FormDialog<Row, Row>
          title={`${open.id === 0 ? '添加' : '编辑'}${label}`}
          schema={schema}
          values={open as DefaultValues<Row>}
          save={save}
          onClose={() => setOpen(null)}
        >
          {children}
        </FormDialog>
      )}
    </>
  )
}
