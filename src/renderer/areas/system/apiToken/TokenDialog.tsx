import { useMemo, useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { apiTokenForm, TOKEN_NAME_LIMIT } from '#shared/contract/apiToken.ts'
import { TOKEN_SCOPES } from '#shared/domain/tokenScopes.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { DAY_MS, formatDateTime } from '#shared/util/dates.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { indexTree } from '#renderer/features/columns/columnTreeItems.ts'
import { useSiteItems } from '#renderer/features/sites/useSiteItems.ts'
import { CheckboxGroupField } from '#renderer/ui/fields/CheckboxGroupField.tsx'
import { DayField } from '#renderer/ui/fields/DayField.tsx'
import { MultiSelectField } from '#renderer/ui/fields/MultiSelectField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { TextListField } from '#renderer/ui/fields/TextListField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'

type In = z.input<typeof apiTokenForm>
type Out = z.output<typeof apiTokenForm>
type FormControl = Control<In, unknown, Out>

const SCOPES = TOKEN_SCOPES.map(({ key, title }) => ({ value: key, title }))
/** Default lifetime of a new token, days. */
const DEFAULT_LIFETIME_DAYS = 90

interface Props {
  onClose: () => void
  /** Called with the token, which is known only once. */
  onCreated: (name: string, token: string) => void
}

/** Creates a token with its scopes. Scopes can't be changed later, because the holder would gain rights unnoticed. */
export function TokenDialog({ onClose, onCreated }: Props) {
  const { mutateAsync } = useWrite('apiToken.create')
  const { items } = useSiteItems()
  const sites = useMemo(() => items.map(({ id, title, note }) => ({ value: id, title, note: note ?? '' })), [items])
  const [values] = useState((): In => ({
    name: '',
    scopes: [],
    siteIds: [],
    columnIds: [],
    addresses: [],
    expireDate: formatDateTime(Date.now() + DEFAULT_LIFETIME_DAYS * DAY_MS),
  }))
  const save = async (form: Out) => {
    const one = form.siteIds.length === 1
    const answer = await mutateAsync({ ...form, columnIds: one ? form.columnIds : [] })
    if (answer.code === SUCCESS) onCreated(form.name, answer.data.token)
    return answer
  }
  return (
    <FormDialog
      title="新增 API 令牌"
      schema={apiTokenForm}
      values={values}
      save={save}
      saveText="创建"
      onClose={onClose}
    >
      {(control) => (
        <>
          <TextField
            control={control}
            name="name"
            label="名称"
            hint="说明由哪个程序使用，操作日志中会显示"
            required
            autoFocus
            maxLength={TOKEN_NAME_LIMIT}
          />
          <CheckboxGroupField control={control} name="scopes" label="可以调用的接口" options={SCOPES} required />
          <MultiSelectField control={control} name="siteIds" label="站点" options={sites} placeholder="全部站点" />
          <Columns control={control} />
          <TextListField
            control={control}
            name="addresses"
            label="允许的地址"
            itemName="地址"
            hint="不填写表示不限制；可以填写 IP 或 IP 段，例如 203.0.113.9 或 10.0.0.0/8"
            mayBeEmpty
          />
          <DayField
            control={control}
            name="expireDate"
            label="失效时间"
            hint="按服务器的时区，与列表中的时间一致"
            required
            time
          />
        </>
      )}
    </FormDialog>
  )
}

/** The columns of the chosen site, if exactly one is chosen. */
function Columns({ control }: { control: FormControl }) {
  const siteIds = useWatch({ control, name: 'siteIds' }) as readonly number[]
  const [siteId = 0] = siteIds.length === 1 ? siteIds : []
  const { data } = useRead('column.getTree', { siteId, showHiddenMenu: true }, { enabled: siteId > 0 })
  const options = useMemo(
    () => [...indexTree(siteId > 0 ? (data ?? []) : []).values()].map(({ id, title }) => ({ value: id, title })),
    [data, siteId],
  )
  return (
    <MultiSelectField
      control={control}
      name="columnIds"
      label="栏目"
      hint={siteId > 0 ? '不选择表示所选站点的全部栏目' : '选择一个站点后可以限定栏目'}
      options={options}
      disabled={siteId === 0}
    />
  )
}
