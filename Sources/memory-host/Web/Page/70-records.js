function showRecords() { }
function addRecords() { }
function openReplay() { }
function startReplay() { }
function showScoresPage() { }
function showScores(event) { app.scores = event; drawHome(); }
function bestOfDefault() { return null; }
