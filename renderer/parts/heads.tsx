/** The heads of a table's columns. */
export const Heads = ({ of: names }: { readonly of: readonly string[] }) => (
  <thead>
    <tr>
      {names.map((name) => (
        <th key={name} scope="col">
          {name}
        </th>
      ))}
    </tr>
  </thead>
)
