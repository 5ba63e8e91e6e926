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
import { TOKEN } from './text.ts'

type In = z.input<typeof apiTokenForm>
type Out = z.output<typeof apiTokenForm>
type FormControl = Control<In, unknown, Out>

const SCOPES = TOKEN_SCOPES.map(({ key, title }) => ({ value: key, title }))
/** What a new token is offered as its end. */
const USUAL_DAYS = 90

interface Props {
  onClose: () => void
  /** The only time that the token is known. */
  onMade: (name: string, token: string) => void
}

/** What a new token may do. It can't be changed later: who has it would get rights without anybody's noticing. */
export function TokenDialog({ onClose, onMade }: Props) {
  const { mutateAsync } = useWrite('apiToken.create')
  const { items } = useSiteItems()
  const sites = useMemo(() => items.map(({ id, title, note }) => ({ value: id, title, note: note ?? '' })), [items])
  const [values] = useState((): In => ({
    name: '',
    scopes: [],
    siteIds: [],
    columnIds: [],
    addresses: [],
    expireDate: formatDateTime(Date.now() + USUAL_DAYS * DAY_MS),
  }))
  const save = async (form: Out) => {
    const one = form.siteIds.length === 1
    const answer = await mutateAsync({ ...form, columnIds: one ? form.columnIds : [] })
    if (answer.code === SUCCESS) onMade(form.name, answer.data.token)
    return answer
  }
  return (
    <FormDialog
      title={TOKEN.addTitle}
      schema={apiTokenForm}
      values={values}
      save={save}
      saveText={TOKEN.create}
      onClose={onClose}
    >
      {(control) => (
        <>
          <TextField
            control={control}
            name="name"
            label={TOKEN.name}
            hint={TOKEN.nameHint}
            required
            autoFocus
            maxLength={TOKEN_NAME_LIMIT}
          />
          <CheckboxGroupField control={control} name="scopes" label={TOKEN.scopes} options={SCOPES} required />
          <MultiSelectField
            control={control}
            name="siteIds"
            label={TOKEN.sites}
            options={sites}
            placeholder={TOKEN.allSites}
          />
          <Columns control={control} />
          <TextListField
            control={control}
            name="addresses"
            label={TOKEN.addresses}
            itemName={TOKEN.address}
            hint={TOKEN.addressesHint}
            mayBeEmpty
          />
          <DayField
            control={control}
            name="expireDate"
            label={TOKEN.expireDate}
            hint={TOKEN.expireHint}
            required
            time
          />
        </>
      )}
    </FormDialog>
  )
}

/** The columns of the one site that is chosen. */
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
      label={TOKEN.columns}
      hint={siteId > 0 ? TOKEN.columnsHint : TOKEN.columnsOfOneSite}
      options={options}
      disabled={siteId === 0}
    />
  )
}
