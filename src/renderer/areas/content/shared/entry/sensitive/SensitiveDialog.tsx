import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import type { SensitiveHit } from '#shared/contract/content.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { CONTENT, FORBIDDEN_ASKED, forbiddenBy, SENSITIVE_ASKED } from '#renderer/areas/content/text.ts'
import { isForbidden, markOf } from './hits.ts'
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

/** More would be no help. */
const SHOWN = 200

/** Where sensitive words stand in what is to become public; it is asked whether to go on all the same. */
export function SensitiveDialog({ question, onClose }: { question: SensitiveQuestion; onClose: () => void }) {
  const styles = useStyles()
  const { what, hits, accept } = question
  const words = isForbidden(hits) ? FORBIDDEN_ASKED[what] : SENSITIVE_ASKED[what]
  return (
    <PanelDialog
      title={CONTENT.sensitive}
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
        {hits.slice(0, SHOWN).map((hit, i) => (
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
                {forbiddenBy(hit.forbids)}
              </Text>
            )}
          </li>
        ))}
      </ul>
      {hits.length > SHOWN && <Text className={styles.muted}>还有 {hits.length - SHOWN} 处没有列出。</Text>}
    </PanelDialog>
  )
}

function Excerpt({ hit }: { hit: SensitiveHit }) {
  const styles = useStyles()
  const { excerpt } = hit
  const [at, end] = markOf(hit)
  if (at < 0) return excerpt
  return (
    <>
      {excerpt.slice(0, at)}
      <mark className={styles.word}>{excerpt.slice(at, end)}</mark>
      {excerpt.slice(end)}
    </>
  )
}
