/** Prints the problems that a check found. It fails with a problem, and when it read nothing. */
export const report = ({ count, problems }) => {
  for (const problem of problems) console.log(problem);
  console.log(`${count} files read, ${problems.length} problems`);
  process.exitCode = problems.length === 0 && count > 0 ? 0 : 1;
};
