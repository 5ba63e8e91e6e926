import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { AddRegular, DeleteRegular } from '@fluentui/react-icons'
import { type Control, useFieldArray } from 'react-hook-form'
import { z } from 'zod'
import { MAX_COPY_TARGETS } from '#shared/contract/crossSiteCopy.ts'
import type { Site } from '#shared/contract/site.ts'
import { INDEPENDENT_SITE } from '#shared/domain/siteManage.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { SiteAndColumn } from '#renderer/areas/content/shared/SiteAndColumn.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import type { ListContext } from '../listColumn.ts'
import { type ChosenEntries, describeChosen } from '../useEntryActions.ts'

const form = z.object({
  targetList: z
    .array(
      z.object({
        targetSiteId: z.number().min(1, '请选择目标站点'),
        targetMenuId: z.number().min(1, '请选择目标栏目'),
      }),
    )
    .min(1),
})
type FormControl = Control<z.input<typeof form>, unknown, z.output<typeof form>>
const EMPTY_TARGET = { targetSiteId: 0, targetMenuId: 0 }

interface Props {
  place: ListContext
  chosen: ChosenEntries
  /** Called after copying. */
  onCopied: () => void
  onClose: () => void
}

/** Copies entries as drafts into columns of other sites (B·§2, call 109). */
export function CrossCopyDialog({ place: { column }, chosen, onCopied, onClose }: Props) {
  const { mutateAsync } = useWrite('crossCopy.copy', { onSuccess: onCopied })
  const titles = chosen.titles.length === chosen.ids.length ? chosen.titles : chosen.ids.map(String)
  return (
    <FormDialog
      title={describeChosen('跨站复制', titles)}
      schema={form}
      values={{ targetList: [EMPTY_TARGET] }}
      save={({ targetList }) => mutateAsync({ dataIds: [...chosen.ids], targetList })}
      onClose={onClose}
      saveText="复制"
    >
      {(control) => <Targets control={control} from={column.siteId} />}
    </FormDialog>
  )
}

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: tokens.spacingVerticalL },
  target: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) 32px',
    gap: tokens.spacingHorizontalM,
    alignItems: 'start',
  },
  // Aligns the button with the inputs, below their labels.
  remove: { marginTop: '26px' },
  add: { justifySelf: 'start' },
  hint: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
})

function Targets({ control, from }: { control: FormControl; from: number }) {
  const styles = useStyles()
  const { fields, append, remove } = useFieldArray({ control, name: 'targetList', keyName: 'key' })
  // An independent site shares no content with other sites (A·§4).
  const offers = ({ id, manageType }: Site): boolean => id === from || manageType !== INDEPENDENT_SITE
  return (
    <>
      <ol className={styles.list} aria-label="复制到">
        {fields.map(({ key }, at) => (
          <li key={key} className={styles.target}>
            <SiteAndColumn
              control={control}
              site={{ name: `targetList.${at}.targetSiteId`, label: '目标站点' }}
              column={{ name: `targetList.${at}.targetMenuId`, label: '目标栏目' }}
              offers={offers}
            />
            {fields.length > 1 && (
              <Button
                className={styles.remove}
                appearance="subtle"
                icon={<DeleteRegular />}
                aria-label={`移除目标 ${at + 1}`}
                title="移除目标"
                onClick={() => remove(at)}
              />
            )}
          </li>
        ))}
      </ol>
      {fields.length < MAX_COPY_TARGETS && (
        <Button className={styles.add} icon={<AddRegular />} onClick={() => append(EMPTY_TARGET)}>
          添加目标
        </Button>
      )}
      <span className={styles.hint}>只能选择列表栏目。副本保存为草稿，同名且同类型的字段一并复制。</span>
    </>
  )
}
