import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import type { SensitiveHit } from '#shared/contract/content.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { describeForbidden, needsOthersAgreement, findMark } from './hits.ts'
import type { SensitiveQuestion } from './useSensitiveQuestion.ts'

const useStyles = makeStyles({
  list: { display: 'grid', gap: tokens.spacingVerticalS, margin: 0, padding: 0, listStyle: 'none' },
  item: {
    display: 'grid',
    gap: tokens.spacingVerticalXXS,
    padding: tokens.spacingHorizontalS,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    overflowWrap: 'anywhere',
  },
  word: { backgroundColor: tokens.colorPaletteYellowBackground2, color: tokens.colorPaletteYellowForeground2 },
  muted: { color: tokens.colorNeutralForeground3 },
  forbidden: { color: tokens.colorStatusDangerForeground1 },
})

/** Maximum number of listed hits. */
const MAX_SHOWN = 200

/** Texts of the question before sensitive words become public, by action. */
const SENSITIVE_TEXTS = {
  publish: {
    help: '以下内容含有敏感词。可以取消后修改再发布，也可以仍然发布。',
    accept: '仍然发布',
  },
  restore: {
    help: '以下内容删除前已发布，还原后将重新公开，其中含有敏感词。可以取消并保留在回收站，也可以仍然还原。',
    accept: '仍然还原',
  },
} as const

/** Texts if some of the words need the agreement of other persons. */
const FORBIDDEN_TEXTS = {
  publish: {
    help: '以下内容含有敏感词，其中标出的敏感词须经指定人员同意才能发布。可以取消后修改再发布，也可以提交审批。',
    accept: '提交审批',
  },
  restore: {
    help: '以下内容删除前已发布，其中标出的敏感词须经指定人员同意才能公开。还原后，含有这些敏感词的内容将存为草稿。',
    accept: '仍然还原',
  },
} as const

/** Lists the sensitive words in content that would become public, and asks whether to continue. */
export function SensitiveDialog({ question, onClose }: { question: SensitiveQuestion; onClose: () => void }) {
  const styles = useStyles()
  const { what, hits, accept } = question
  const words = needsOthersAgreement(hits) ? FORBIDDEN_TEXTS[what] : SENSITIVE_TEXTS[what]
  return (
    <PanelDialog
      title="内容中含有敏感词"
      size="small"
      firm
      onClose={onClose}
      footer={
        <>
          <Button
            onClick={() => {
              onClose()
              accept()
            }}
          >
            {words.accept}
          </Button>
          <Button appearance="primary" onClick={onClose}>
            取消
          </Button>
        </>
      }
    >
      <Text>{words.help}</Text>
      <ul className={styles.list} aria-label="敏感词">
        {hits.slice(0, MAX_SHOWN).map((hit, i) => (
          <li key={i} className={styles.item}>
            {hit.entry && (
              <Text size={200} weight="semibold">
                {hit.entry}
              </Text>
            )}
            <span>
              {hit.fieldAlias || hit.fieldName}：<Excerpt hit={hit} />
            </span>
            <Text size={200} className={styles.muted}>
              “{hit.word}”出现 {hit.times} 次{hit.propWord && `，建议改为“${hit.propWord}”`}
            </Text>
            {hit.forbids && (
              <Text size={200} weight="semibold" className={styles.forbidden}>
                {describeForbidden(hit.forbids)}
              </Text>
            )}
          </li>
        ))}
      </ul>
      {hits.length > MAX_SHOWN && <Text className={styles.muted}>另有 {hits.length - MAX_SHOWN} 处未列出</Text>}
    </PanelDialog>
  )
}

function Excerpt({ hit }: { hit: SensitiveHit }) {
  const styles = useStyles()
  const { excerpt } = hit
  const [at, end] = findMark(hit)
  if (at < 0) return excerpt
  return (
    <>
      {excerpt.slice(0, at)}
      <mark className={styles.word}>{excerpt.slice(at, end)}</mark>
      {excerpt.slice(end)}
    </>
  )
}
