import { z } from 'zod'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { DemoRows } from '../DemoRows.tsx'
import { DemoPage } from '#renderer/areas/demo/shared/DemoPage.tsx'

const schema = z.object({
  id: z.number(),
  name: z.string().trim().min(1, '请输入角色'),
  ability: z.string().trim().min(1, '请输入能力'),
})
const ROWS = [
  { id: 1, name: 'admin', ability: 'read、write、delete' },
  { id: 2, name: 'editor', ability: 'read、write' },
]
const COLUMNS: readonly TableColumn<(typeof ROWS)[number]>[] = [
  { key: 'name', title: '角色', render: (row) => row.name },
  { key: 'ability', title: '能力', render: (row) => row.ability },
]

/** 新增、编辑和删除示例角色。 */
export function RoleManagementDemo() {
  return (
    <DemoPage title="角色管理" text="新增、编辑和删除示例角色。">
      <DemoRows
        label="角色"
        first={ROWS}
        columns={COLUMNS}
        nameOf={(row) => row.name}
        schema={schema}
        empty={{ id: 0, name: '', ability: 'read' }}
      >
        {(control) => (
          <>
            <TextField control={control} name="name" label="角色" required autoFocus />
            <TextField control={control} name="ability" label="能力" required />
          </>
        )}
      </DemoRows>
    </DemoPage>
  )
}
