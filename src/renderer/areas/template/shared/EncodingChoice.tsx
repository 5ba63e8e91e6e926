import { makeStyles, Radio, RadioGroup, tokens } from '@fluentui/react-components'
import { type NameSamples, ZIP_ENCODINGS, type ZipEncoding } from '#shared/domain/zipNames.ts'

const useStyles = makeStyles({
  label: { display: 'grid', gap: tokens.spacingVerticalXXS },
  names: {
    display: 'grid',
    margin: 0,
    padding: 0,
    listStyle: 'none',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflowWrap: 'anywhere',
  },
})

interface Props {
  samples: readonly NameSamples[]
  chosen: ZipEncoding | undefined
  onChoose: (encoding: ZipEncoding | undefined) => void
}

const ENCODING_LABELS = {
  gbk: '简体中文（GBK）',
  big5: '繁体中文（Big5）',
  cp437: '西文（CP437）',
  'utf-8': 'UTF-8',
}

/** The names of an archive in each encoding that can read them. */
export function EncodingChoice({ samples, chosen, onChoose }: Props) {
  const styles = useStyles()
  return (
    <RadioGroup
      aria-label="文件名编码"
      value={chosen ?? ''}
      onChange={(_event, { value }) => onChoose(ZIP_ENCODINGS.find((each) => each === value))}
    >
      {samples.map(({ encoding, names }) => (
        <Radio
          key={encoding}
          value={encoding}
          label={
            <span className={styles.label}>
              {ENCODING_LABELS[encoding]}
              <span className={styles.names}>
                {names.map((each, at) => (
                  <span key={at}>{each}</span>
                ))}
              </span>
            </span>
          }
        />
      ))}
    </RadioGroup>
  )
}
