import { Button, Field, makeStyles, Text, tokens } from '@fluentui/react-components'
import { BookRegular } from '@fluentui/react-icons'
import { memo, useState } from 'react'
import { DICTIONARY_TYPES, readDictionaryMark, writeDictionaryMark } from '#shared/domain/relationMark.ts'
import { dictionaryKind, useDictionaries } from '#renderer/features/dictionaries/useDictionaries.ts'
import { DictionaryDialog } from './DictionaryDialog.tsx'

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalXS, justifyItems: 'start' },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  text: { overflowWrap: 'anywhere' },
})

interface Props {
  relationMark: string
  siteId: number
  readOnly: boolean
  onChange: (relationMark: string) => void
}

/** A·§2: the dictionary that a single-line field offers, its dialog, and a way to be without one again. */
export const DictionaryPart = memo(function DictionaryPart({ relationMark, siteId, readOnly, onChange }: Props) {
  const styles = useStyles()
  const [configuring, setConfiguring] = useState(false)
  const mark = readDictionaryMark(relationMark)
  const { options, current } = useDictionaries(siteId, dictionaryKind(mark?.type ?? 0))
  const title = options?.find(({ id }) => id === mark?.id)?.title
  const type = DICTIONARY_TYPES.find(({ id }) => id === mark?.type)?.title ?? '未选类型'
  const said = current && !title ? `编号 ${mark?.id}（字典已不存在，请重新配置）` : (title ?? `编号 ${mark?.id}`)
  return (
    <Field label="字典">
      <div className={styles.root} role="group" aria-label="字典">
        <Text className={styles.text}>{mark ? `${said} · ${type}` : '未使用字典'}</Text>
        {!readOnly && (
          <div className={styles.buttons}>
            <Button icon={<BookRegular />} onClick={() => setConfiguring(true)}>
              字典配置
            </Button>
            {relationMark !== '' && (
              <Button appearance="subtle" onClick={() => onChange('')}>
                取消字典
              </Button>
            )}
          </div>
        )}
      </div>
      {configuring && (
        <DictionaryDialog
          mark={mark ?? { id: 0, type: 0 }}
          siteId={siteId}
          onChosen={(chosen) => onChange(writeDictionaryMark(chosen))}
          onClose={() => setConfiguring(false)}
        />
      )}
    </Field>
  )
})
