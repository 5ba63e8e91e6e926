import { useMemo } from 'react'
import { z } from 'zod'
import type { Department } from '#shared/contract/department.ts'
import type { Answer } from '#renderer/data/client.ts'
import { FieldFrame } from '#renderer/ui/fields/FieldFrame.tsx'
import { TruncatedSelect } from '#renderer/ui/fields/TruncatedSelect.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { flatDepartments } from '../useDepartments.ts'

const form = z.object({ parentId: z.number() })

interface Props {
  department: Department
  tree: readonly Department[]
  /** Whether the department may be moved below `target`. */
  canMoveTo: (target: Department) => boolean
  save: (parentId: number) => Promise<Answer<unknown>>
  onClose: () => void
}

/** Moves a department without dragging: chooses its parent from a list. */
export function MoveDialog({ department, tree, canMoveTo, save, onClose }: Props) {
  const items = useMemo(() => {
    const fits = (rows: readonly Department[]): number[] =>
      rows.flatMap((row) => [...(canMoveTo(row) || row.id === department.parentId ? [row.id] : []), ...fits(row.child)])
    const allowed = new Set(fits(tree))
    const below = flatDepartments(tree).filter(({ value }) => allowed.has(value))
    return [
      { id: 0, title: '无（一级部门）', level: 1 },
      ...below.map(({ value, title, level }) => ({ id: value, title, level })),
    ]
  }, [department, tree, canMoveTo])
  return (
    <FormDialog
      title={`移动部门“${department.title}”`}
      schema={form}
      values={{ parentId: department.parentId }}
      save={({ parentId }) => save(parentId)}
      onClose={onClose}
    >
      {(control) => (
        <FieldFrame control={control} name="parentId" label="上级部门">
          {({ value, onChange }) => (
            <TruncatedSelect label="上级部门" items={items} value={value} onChange={onChange} wide />
          )}
        </FieldFrame>
      )}
    </FormDialog>
  )
}
