import { type Department, departmentSave } from '#shared/contract/department.ts'
import { must } from '#shared/util/assertNever.ts'
import { call } from '#renderer/data/client.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { indexTree, NEW_ID } from '#renderer/ui/rowEdit/rowTree.ts'
import { type RowDraft, useRowEdit } from '#renderer/ui/rowEdit/useRowEdit.ts'
import { DEPARTMENTS } from './text.ts'

const FIELDS = { title: DEPARTMENTS.name }

/** A renamed one stays where it is, also when somebody moves it meanwhile. */
const formOf = ({ id, parentId, version, texts }: RowDraft) =>
  departmentSave.safeParse({ ...texts, ...(id === NEW_ID ? { id: 0, parentId } : { id, version }) })

const load = async (id: number): Promise<Department> => {
  const tree = (await call('department.getTree', {})).data
  return must(indexTree(tree).get(id), 'the server has just refused to save over it').entry
}

/** Adding or renaming one department at a time, in its row. */
export function useDepartmentEdit() {
  const { mutateAsync } = useWrite('department.save')
  const row = useRowEdit({
    noun: DEPARTMENTS.noun,
    fields: FIELDS,
    check: (draft) => formOf(draft).error?.issues[0]?.message,
    save: async (draft) => (await mutateAsync(must(formOf(draft).data, 'it was checked'))).data?.id,
    load,
  })
  return {
    ...row,
    begin: ({ id, parentId, version, title }: Department): boolean =>
      row.begin({ id, parentId, version, texts: { title } }),
  }
}
