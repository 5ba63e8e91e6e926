import { Button, makeStyles, Radio, RadioGroup, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { type NameSamples, ZIP_ENCODINGS } from '#shared/domain/zipNames.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { NAME_ENCODINGS } from '#renderer/areas/template/text.ts'

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

/** A zip file of the folder `path` whose names can be read in several ways. */
export interface EncodingQuestion {
  path: string
  name: string
  samples: readonly NameSamples[]
}

/** Shows an archive's names in each encoding, and unpacks it in the chosen one. */
export function EncodingDialog({ question, onClose }: { question: EncodingQuestion; onClose: () => void }) {
  const styles = useStyles()
  const { path, name, samples } = question
  const [chosen, choose] = useState(samples[0]?.encoding)
  const unzip = useWrite('templateFile.unzip', { onSuccess: onClose })
  return (
    <PanelDialog
      title={NAME_ENCODINGS.title}
      size="small"
      firm
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            appearance="primary"
            disabledFocusable={unzip.isPending}
            onClick={() => unzip.mutate({ path, unzipFileName: name, encoding: chosen })}
          >
            {unzip.isPending ? '正在解压…' : '解压'}
          </Button>
        </>
      }
    >
      <Text>{NAME_ENCODINGS.question(name)}</Text>
      <RadioGroup
        aria-label="文件名编码"
        value={chosen ?? ''}
        onChange={(_event, { value }) => choose(ZIP_ENCODINGS.find((each) => each === value))}
      >
        {samples.map(({ encoding, names }) => (
          <Radio
            key={encoding}
            value={encoding}
            label={
              <span className={styles.label}>
                {NAME_ENCODINGS.labels[encoding]}
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
    </PanelDialog>
  )
}
