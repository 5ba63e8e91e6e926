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
  /** Called when the entry has changed. */
  onChanged: () => void
  onClose: () => void
}

/** Compares a change of the source with the copy; the user applies or dismisses the change. */
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
  const acceptText = isDelete ? '删除该内容' : '采用来源的更新'
  const answer = async (accept: boolean): Promise<void> => {
    if (mayLeave && !(await mayLeave())) return
    const text = !accept
      ? '不再提示来源的本次更新，来源再次修改时会重新询问。'
      : isDelete
        ? '该内容将移入回收站。'
        : '采用后，列出的字段将替换为来源的内容，原内容保留在历史版本中。'
    const title = accept ? acceptText : '保留当前内容'
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
            保留当前内容
          </Button>
          <Button appearance="primary" disabledFocusable={lock.busy} onClick={() => void answer(true)}>
            {acceptText}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <Text>
          {isDelete
            ? `来源已于 ${update.createTime} 删除，当前内容有单独的修改，请选择是否一并删除。`
            : '删除线标出当前内容，下划线标出来源的内容；未列出的字段保持不变。'}
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
