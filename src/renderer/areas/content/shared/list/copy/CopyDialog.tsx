import { useMemo } from 'react'
import { type Control, useController, useWatch } from 'react-hook-form'
import { z } from 'zod'
import type { Site } from '#shared/contract/site.ts'
import { INDEPENDENT_SITE } from '#shared/domain/siteManage.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { ColumnTreeField } from '#renderer/features/columns/ColumnTreeField.tsx'
import { FieldFrame } from '#renderer/ui/fields/FieldFrame.tsx'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import type { ListContext } from '../listColumn.ts'
import { createEntryColumnFilter } from '../entryColumnFilter.ts'
import { type ChosenEntries, describeChosen } from '../useEntryActions.ts'

const target = z.object({
  toSiteId: z.number().min(1, '请选择目标站点'),
  toMenuId: z.number().min(1, '请选择目标栏目'),
})
type TargetControl = Control<z.input<typeof target>, unknown, z.output<typeof target>>

interface Props {
  place: ListContext
  chosen: ChosenEntries
  /** Called after copying. */
  onCopied: () => void
  onClose: () => void
}

/** Copies entries to a list of this or another site (B·§2, B·§7); copies are independent drafts. */
export function CopyDialog({ place, chosen, onCopied, onClose }: Props) {
  const { column } = place
  const confirm = useConfirm()
  const { mutateAsync } = useWrite('content.copy', { onSuccess: onCopied })
  const title = describeChosen(
    '复制',
    chosen.titles.length === chosen.ids.length ? chosen.titles : chosen.ids.map(String),
  )
  const save = async ({ toMenuId, toSiteId }: z.output<typeof target>) => {
    if (!(await confirm({ title, text: '确认复制数据？' }))) return { code: 0 }
    // contradictions.md 74: the documents describe no move, so isTruncated is always false.
    return mutateAsync({ classId: column.id, copyIdsFrom: [...chosen.ids], isCut: false, toMenuId, toSiteId })
  }
  return (
    <FormDialog
      title={title}
      schema={target}
      values={{ toSiteId: column.siteId, toMenuId: 0 }}
      save={save}
      onClose={onClose}
      saveText="复制"
    >
      {(control) => <TargetFields control={control} place={place} />}
    </FormDialog>
  )
}

function TargetFields({ control, place: { column, who } }: { control: TargetControl; place: ListContext }) {
  const siteId = useWatch({ control, name: 'toSiteId' })
  const { field: columnId } = useController({ control, name: 'toMenuId' })
  const fits = useMemo(() => createEntryColumnFilter(who), [who])
  // An independent site shares no content with other sites.
  const offers = ({ id, manageType }: Site): boolean => id === column.siteId || manageType !== INDEPENDENT_SITE
  return (
    <>
      <FieldFrame control={control} name="toSiteId" label="目标站点" required>
        {({ value, onChange }) => (
          <SiteSelect
            wide
            label="目标站点"
            offers={offers}
            value={value}
            onChange={(next) => {
              onChange(next)
              columnId.onChange(0)
            }}
          />
        )}
      </FieldFrame>
      <ColumnTreeField
        control={control}
        name="toMenuId"
        label="目标栏目"
        required
        siteId={siteId}
        fits={fits}
        hint="只能选择列表栏目。副本保存为草稿。"
      />
    </>
  )
}
