/** The arguments of SWC that build the server: `src` and `views` into `dist`, as nest-cli.json does. */
export const serverBuild = [
  'src',
  'views',
  '--out-dir',
  'dist',
  '--config-file',
  '.swcrc',
  '--extensions',
  '.ts,.tsx',
  '--quiet',
];
