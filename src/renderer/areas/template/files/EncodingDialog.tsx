import { Button, Text } from '@fluentui/react-components'
import { useState } from 'react'
import type { NameSamples } from '#shared/domain/zipNames.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { NAME_ENCODINGS } from '#renderer/areas/template/text.ts'
import { EncodingChoice } from '../shared/EncodingChoice.tsx'

/** A zip file of the folder `path` whose names can be read in several ways. */
export interface EncodingQuestion {
  path: string
  name: string
  samples: readonly NameSamples[]
}

/** Shows an archive's names in each encoding, and unpacks it in the chosen one. */
export function EncodingDialog({ question, onClose }: { question: EncodingQuestion; onClose: () => void }) {
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
      <EncodingChoice samples={samples} chosen={chosen} onChoose={choose} />
    </PanelDialog>
  )
}
