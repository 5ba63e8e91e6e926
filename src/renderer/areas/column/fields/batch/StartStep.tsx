import { Button, makeStyles, Radio, RadioGroup, Subtitle2, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import type { MenuField } from '#shared/contract/column.ts'
import { Footer } from '../Footer.tsx'
import { TargetList } from './TargetList.tsx'
import { filterSettable, type Target } from './targets.ts'

const useStyles = makeStyles({
  root: {
    flex: '1 1 auto',
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    minHeight: 0,
    overflow: 'auto',
  },
  title: { margin: 0 },
  choice: { overflowWrap: 'anywhere' },
})

interface Props {
  targets: readonly Target[]
  onStart: (fields: readonly MenuField[]) => void
  onRetry: () => void
  onCancel: () => void
}

const EMPTY = 'empty'

/** Lists the columns whose fields will be replaced and asks for the initial fields. */
export function StartStep({ targets, onStart, onRetry, onCancel }: Props) {
  const styles = useStyles()
  const settableTargets = filterSettable(targets)
  const skippedCount = targets.length - settableTargets.length
  const [first] = settableTargets
  const [source, setSource] = useState(first ? 'first' : EMPTY)
  return (
    <>
      <div className={styles.root}>
        <Subtitle2 as="h3" className={styles.title}>
          初始字段
        </Subtitle2>
        <RadioGroup
          aria-label="初始字段"
          value={source}
          disabled={!first}
          onChange={(_event, { value }) => setSource(value)}
        >
          {first && (
            <Radio
              value="first"
              label={
                <span className={styles.choice}>
                  栏目“{first.column.title}”的字段（{first.fields.length} 个）
                </span>
              }
            />
          )}
          <Radio value={EMPTY} label="空白，重新选择字段" />
        </RadioGroup>
        <Text>
          {first
            ? `保存后，以下 ${settableTargets.length} 个栏目现有的字段设置将全部替换为新的字段设置。`
            : '所选栏目均无法设置字段，请关闭后重新选择。'}
          {skippedCount > 0 && first && `另有 ${skippedCount} 个栏目无法设置，将跳过。`}
        </Text>
        <TargetList
          label="勾选的栏目"
          rows={targets.map(({ column, fields, refusal }) => ({
            id: column.id,
            title: column.title,
            state: refusal ? 'failed' : 'none',
            text: refusal || `现有 ${fields.length} 个字段`,
          }))}
        />
      </div>
      <Footer
        note=""
        extra={skippedCount > 0 && <Button onClick={onRetry}>重新读取</Button>}
        main={
          first && (
            <Button appearance="primary" onClick={() => onStart(source === EMPTY ? [] : first.fields)}>
              下一步
            </Button>
          )
        }
        onCancel={onCancel}
      />
    </>
  )
}
