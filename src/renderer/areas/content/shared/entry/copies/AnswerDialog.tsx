import { Button, makeStyles, Subtitle2, Text, tokens } from '@fluentui/react-components'
import type { CopyLinks } from '#shared/contract/crossSiteCopy.ts'
import { fieldTitle } from '#shared/domain/contentFields.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { CROSS_SITE } from '#renderer/areas/content/shared/cross-site/text.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useEntryWords } from '#renderer/features/entry/useEntryWords.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { useSaveLock } from '#renderer/ui/dialogs/useSaveLock.ts'
import { DifferenceText } from '#renderer/ui/diff/DifferenceText.tsx'
import type { LoadedEntry } from '../form/loadEntry.ts'
import { SensitiveDialog } from '../sensitive/SensitiveDialog.tsx'
import { useSensitiveQuestion } from '../sensitive/useSensitiveQuestion.ts'


const useStyles = makeStyles({
  body: { display: 'grid', gap: tokens.spacingVerticalM, alignContent: 'start', overflowY: 'auto', minHeight: 0 },
  field: { display: 'grid', gap: tokens.spacingVerticalXXS, minWidth: 0 },
  name: { margin: 0, overflowWrap: 'anywhere' },
})

interface Props {
  loaded: LoadedEntry
  update: NonNullable<CopyLinks['update']>
  mayLeave?: () => Promise<boolean>
  /** The entry became another one. */
  onChanged: () => void
  onClose: () => void
}

/** What the source of a copy has changed, beside what stands here: it is taken over, or not. */
export function AnswerDialog({ loaded, update, mayLeave, onChanged, onClose }: Props) {
  const styles = useStyles()
  const confirm = useConfirm()
  const lock = useSaveLock()
  const { mutateAsync } = useWrite('crossCopy.answerUpdate', { quiet: true })
  const { question, attempt, close } = useSensitiveQuestion()
  const { classId: menuId, id: dataId, version, column } = loaded
  const words = useEntryWords(update.fields, column.siteId, [
    Object.fromEntries(update.fields.map(({ fieldName, before }) => [fieldName, before])),
    Object.fromEntries(update.fields.map(({ fieldName, after }) => [fieldName, after])),
  ])
  const isDelete = update.kind === 'delete'
  const take = isDelete ? CROSS_SITE.links.acceptDelete : CROSS_SITE.links.accept
  const answer = async (accept: boolean): Promise<void> => {
    if (mayLeave && !(await mayLeave())) return
    const text = !accept ? CROSS_SITE.links.keepQuestion : isDelete ? CROSS_SITE.links.deleteQuestion : CROSS_SITE.links.acceptQuestion
    const title = accept ? take : CROSS_SITE.links.keep
    if (!(await confirm({ title, text, confirmText: title, danger: accept && isDelete }))) return
    const input = { menuId, dataId, updateId: update.id, accept, ...(version === undefined ? {} : { version }) }
    await lock.run(() =>
      attempt(async (acceptSensitive) => {
        if ((await mutateAsync({ ...input, acceptSensitive })).code === SUCCESS) onChanged()
      }),
    )
  }
  return (
    <PanelDialog
      title={CROSS_SITE.links.answerTitle}
      size={isDelete ? 'small' : 'large'}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button disabledFocusable={lock.busy} onClick={() => void answer(false)}>
            {CROSS_SITE.links.keep}
          </Button>
          <Button appearance="primary" disabledFocusable={lock.busy} onClick={() => void answer(true)}>
            {take}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <Text>{isDelete ? CROSS_SITE.links.waitsDelete(update.createTime) : CROSS_SITE.links.compareHelp}</Text>
        {update.fields.map((field) => (
          <section key={field.fieldName} className={styles.field} aria-label={fieldTitle(field)}>
            <Subtitle2 as="h3" className={styles.name}>
              {fieldTitle(field)}
            </Subtitle2>
            <DifferenceText before={words(field, field.before)} after={words(field, field.after)} />
          </section>
        ))}
      </div>
      {question && <SensitiveDialog question={question} onClose={close} />}
    </PanelDialog>
  )
}
