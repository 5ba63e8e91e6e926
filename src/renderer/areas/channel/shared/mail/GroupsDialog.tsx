import { Button, Field } from '@fluentui/react-components'
import { useState } from 'react'
import type { Department } from '#shared/contract/department.ts'
import type { Role } from '#shared/contract/role.ts'
import type { MailRecipient } from '#shared/contract/siteMail.ts'
import { call } from '#renderer/data/client.ts'
import { showError } from '#renderer/data/errors.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EventBoundary } from '#renderer/features/media/picker/EventBoundary.tsx'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { ManyChoice } from '#renderer/ui/fields/ManyChoice.tsx'

interface Item {
  id: number
  title: string
}
/** Option lists are loaded completely (C·§9). */
const ALL_ROWS = { page: 1, size: 1000 } as const
const indent = (level: number): string => '\u3000'.repeat(level)
const flattenGroups = (rows: readonly Role[], level = 0): Item[] =>
  rows.flatMap(({ id, title, name, childAdminGroup }) => [
    { id, title: indent(level) + (title || name) },
    ...flattenGroups(childAdminGroup, level + 1),
  ])
const flattenDepartments = (rows: readonly Department[], level = 0): Item[] =>
  rows.flatMap(({ id, title, child }) => [
    { id, title: indent(level) + title },
    ...flattenDepartments(child, level + 1),
  ])

/** Adds all accounts of the chosen groups and departments. */
export function GroupsDialog({ onAdd, onClose }: { onAdd: (more: MailRecipient[]) => void; onClose: () => void }) {
  const toast = useToast()
  const { groupId } = useAuthority()
  const [groupIds, setGroups] = useState<number[]>([])
  const [departmentIds, setDepartments] = useState<number[]>([])
  const roles = useRead('role.page', { parentId: groupId, ...ALL_ROWS }, { enabled: groupId > 0 })
  const departments = useRead('department.getTree', {}, { quiet: true })
  const add = async (): Promise<void> => {
    if (groupIds.length + departmentIds.length === 0) return toast.error('请选择用户组或部门')
    const { data } = await call('siteMail.members', { groupIds, departmentIds })
    if (data.length === 0) return toast.warning('所选用户组和部门中没有可选的用户')
    onAdd(data)
  }
  return (
    <EventBoundary>
      <PanelDialog
        title="按用户组或部门添加"
        size="small"
        onClose={onClose}
        footer={
          <>
            <Button onClick={onClose}>取消</Button>
            <Button appearance="primary" onClick={() => void add().catch(showError)}>
              确定
            </Button>
          </>
        }
      >
        <Field label="用户组">
          <ManyChoice
            label="用户组"
            all="请选择"
            options={flattenGroups(roles.data?.content ?? [])}
            value={groupIds}
            onChange={setGroups}
          />
        </Field>
        <Field label="部门（含下级部门）">
          <ManyChoice
            label="部门（含下级部门）"
            all="请选择"
            options={flattenDepartments(departments.data ?? [])}
            value={departmentIds}
            onChange={setDepartments}
          />
        </Field>
      </PanelDialog>
    </EventBoundary>
  )
}
