import { z } from 'zod'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { DemoRows } from '../DemoRows.tsx'
import { DemoPage } from '#renderer/areas/demo/shared/DemoPage.tsx'

const schema = z.object({
  id: z.number(),
  name: z.string().trim().min(1, '请输入用户名'),
  email: z.email('请输入正确的邮箱格式'),
  roles: z.string().trim().min(1, '请输入角色'),
})
const ROWS = [
  { id: 1, name: 'admin', email: 'admin@example.com', roles: 'admin' },
  { id: 2, name: 'editor', email: 'editor@example.com', roles: 'editor' },
  { id: 3, name: 'test', email: 'test@example.com', roles: 'admin、editor' },
]
const COLUMNS: readonly TableColumn<(typeof ROWS)[number]>[] = [
  { key: 'name', title: '用户名', render: (row) => row.name },
  { key: 'email', title: '邮箱', render: (row) => row.email },
  { key: 'roles', title: '角色', width: '160px', render: (row) => row.roles },
]

/** 新增、编辑和删除示例用户。 */
export function UserManagementDemo() {
  return (
    <DemoPage title="用户管理" text="新增、编辑和删除示例用户。">
      <DemoRows
        label="用户"
        first={ROWS}
        columns={COLUMNS}
        nameOf={(row) => row.name}
        schema={schema}
        empty={{ id: 0, name: '', email: '', roles: 'editor' }}
      >
        {(control) => (
          <>
            <TextField control={control} name="name" label="用户名" required autoFocus />
            <TextField control={control} name="email" label="邮箱" required />
            <TextField control={control} name="roles" label="角色" required />
          </>
        )}
      </DemoRows>
    </DemoPage>
  )
}
