import { Badge, makeStyles, Radio, RadioGroup, Text, tokens } from '@fluentui/react-components'
import { DifferenceText } from '#renderer/ui/diff/DifferenceText.tsx'
import { type MergePiece, mergedText, type PieceSide } from './pieces.ts'

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalM, marginTop: tokens.spacingVerticalS },
  piece: { display: 'grid', gap: tokens.spacingVerticalXS },
  head: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM },
  result: {
    maxHeight: '220px',
    overflowY: 'auto',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
  },
})

const CHANGED = { theirs: '对方改过', mine: '我改过', both: '双方都改过' } as const

interface Props {
  title: string
  pieces: readonly MergePiece[]
  sides: readonly (PieceSide | undefined)[]
  /** A text in words. */
  show: (text: string) => string
  onChange: (sides: (PieceSide | undefined)[]) => void
}

/** The pieces in which two versions differ, each with the choice of a side, and what comes of it. */
export function PieceMerge({ title, pieces, sides, show, onChange }: Props) {
  const styles = useStyles()
  const result = mergedText(pieces, sides)
  const places = pieces.map((piece, at) => ({ piece, at })).filter(({ piece }) => piece.kind === 'choice')
  return (
    <div className={styles.root} role="group" aria-label={`${title}逐段合并`}>
      {places.map(({ piece, at }, index) =>
        piece.kind === 'same' ? null : (
          <div key={at} className={styles.piece}>
            <div className={styles.head}>
              <Text weight="semibold">第 {index + 1} 处</Text>
              <Badge appearance="tint" color={piece.changed === 'both' ? 'warning' : 'informative'}>
                {CHANGED[piece.changed]}
              </Badge>
              <RadioGroup
                layout="horizontal"
                aria-label={`${title}第 ${index + 1} 处保留哪一个`}
                value={sides[at] ?? ''}
                onChange={(_event, { value }) => onChange(sides.with(at, value === 'theirs' ? 'theirs' : 'mine'))}
              >
                <Radio value="theirs" label="用对方的" />
                <Radio value="mine" label="用我的" />
              </RadioGroup>
            </div>
            <DifferenceText before={show(piece.theirs)} after={show(piece.mine)} />
          </div>
        ),
      )}
      <Text weight="semibold">合并结果</Text>
      <div className={styles.result} role="region" aria-label={`${title}合并结果`}>
        {result === null ? '还有没有选择的地方' : show(result) || '（空）'}
      </div>
    </div>
  )
}
