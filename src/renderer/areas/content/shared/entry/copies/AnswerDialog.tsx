import { Button, makeStyles, Subtitle2, Text, tokens } from '@fluentui/react-components'
import type { CopyLinks } from '#shared/contract/crossSiteCopy.ts'
import { fieldTitle } from '#shared/domain/contentFields.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
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
  const take = isDelete ? '删除这条内容' : '采用来源的更新'
  const answer = async (accept: boolean): Promise<void> => {
    if (mayLeave && !(await mayLeave())) return
    const text = !accept
      ? '来源的这次更新不再提示，以后来源再有修改时会重新询问。'
      : isDelete
        ? '这条内容会移到回收站。'
        : '采用后，列出的字段会换成来源的内容；原来的内容留在历史版本中。'
    const title = accept ? take : '保留这里的内容'
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
      title="来源的更新"
      size={isDelete ? 'small' : 'large'}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button disabledFocusable={lock.busy} onClick={() => void answer(false)}>
            保留这里的内容
          </Button>
          <Button appearance="primary" disabledFocusable={lock.busy} onClick={() => void answer(true)}>
            {take}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <Text>
          {isDelete
            ? `来源在 ${update.createTime} 被删除，这里有自己的修改，请选择是否也删除这条内容。`
            : '删除线是这里现在的内容，下划标出的是来源的内容；没有列出的字段保持不变。'}
        </Text>
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
