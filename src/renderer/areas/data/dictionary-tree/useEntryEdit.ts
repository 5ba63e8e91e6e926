import { type Classify, classifySave } from '#shared/contract/classify.ts'
import { must } from '#shared/util/assertNever.ts'
import { call } from '#renderer/data/client.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { indexTree, NEW_ID } from '#renderer/ui/rowEdit/rowTree.ts'
import { type RowDraft, useRowEdit } from '#renderer/ui/rowEdit/useRowEdit.ts'

/** What a row is called. */
export const NOUN = '条目'
const FIELDS = { title: '名称', subTitle: '副标题' }

const formOf = ({ id, parentId, version, texts }: RowDraft) =>
  classifySave.safeParse({ ...texts, id: id === NEW_ID ? 0 : id, parentId, version })

const load = async (id: number): Promise<Classify> => {
  const tree = (await call('classify.getTree', { id: 0 })).data
  return must(indexTree(tree).get(id), 'the server has just refused to save over it').entry
}

/** Editing one entry at a time, in its row. */
export function useEntryEdit() {
  const { mutateAsync } = useWrite('classify.save')
  const row = useRowEdit({
    noun: NOUN,
    fields: FIELDS,
    check: (draft) => formOf(draft).error?.issues[0]?.message,
    save: async (draft) => (await mutateAsync(must(formOf(draft).data, 'it was checked'))).data?.id,
    load,
  })
  return {
    ...row,
    begin: ({ id, parentId, version, title, subTitle }: Classify): boolean =>
      row.begin({ id, parentId, version, texts: { title, subTitle } }),
  }
}
