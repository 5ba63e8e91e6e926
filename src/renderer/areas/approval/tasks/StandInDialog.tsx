import { Text } from '@fluentui/react-components'
import { z } from 'zod'
import type { OutputOf } from '#shared/contract/registry.ts'
import { call } from '#renderer/data/client.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { userLabel } from '#renderer/features/people/picker/UserPicker.tsx'
import { LoadingDialog } from '#renderer/ui/dialogs/LoadingDialog.tsx'
import { DayField } from '#renderer/ui/fields/DayField.tsx'
import { SelectField } from '#renderer/ui/fields/SelectField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { useLoaded } from '#renderer/ui/form/useLoaded.ts'

const form = z.object({ standInId: z.number(), fromDate: z.string(), toDate: z.string() })

type StandIn = OutputOf<'approval.standIn'>

/** Chooses who handles the account's approval tasks for a period. */
export function StandInDialog({ onClose }: { onClose: () => void }) {
  const { data, error, retry } = useLoaded(async () => ({ now: (await call('approval.standIn', {})).data }))
  if (data) return <LoadedDialog now={data.now} onClose={onClose} />
  return <LoadingDialog title="我的代理人" size="small" onClose={onClose} error={error} onRetry={retry} />
}

const DATE_LENGTH = 'yyyy-MM-dd'.length

function LoadedDialog({ now, onClose }: { now: StandIn; onClose: () => void }) {
  const save = useWrite('approval.saveStandIn')
  const { data } = useRead('account.pageUser', { pageIndex: 1, pageSize: 1000, groupId: 0, colleagues: true })
  const people = (data?.content ?? []).map((user) => ({ value: user.id, title: userLabel(user) }))
  const isListed = people.some(({ value }) => value === now?.standInId)
  const unlistedPerson = now && !isListed ? [{ value: now.standInId, title: now.standInName }] : []
  return (
    <FormDialog
      title="我的代理人"
      schema={form}
      values={{
        standInId: now?.standInId ?? 0,
        fromDate: now?.fromDate.slice(0, DATE_LENGTH) ?? '',
        toDate: now?.toDate.slice(0, DATE_LENGTH) ?? '',
      }}
      save={save.mutateAsync}
      onClose={onClose}
    >
      {(control) => (
        <>
          <Text>代理期间，代理人可代您审批，审批任务上会显示您的姓名。代理仅限审批，不涉及您的其他权限。</Text>
          <SelectField
            control={control}
            name="standInId"
            label="代理人"
            options={[{ value: 0, title: '不设代理人' }, ...unlistedPerson, ...people]}
          />
          <DayField control={control} name="fromDate" label="开始日期" hint="留空表示立即开始" />
          <DayField control={control} name="toDate" label="结束日期" hint="留空表示取消前一直有效" />
        </>
      )}
    </FormDialog>
  )
}
