// The lobby as text: each message of the host is a line, and so is each command.
const lines = document.querySelector('#lines');
const command = document.querySelector('#command');
const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);

function show(line) {
  lines.append(line + '\n');
  lines.scrollTop = lines.scrollHeight;
}

socket.onmessage = (event) => {
  // The first line is in JSON, and for programs.
  if (!event.data.startsWith('{')) show(event.data);
};
socket.onopen = () => show('Connected.');
socket.onclose = () => show('The connection has ended. Reload the page to connect again.');

document.querySelector('#prompt').onsubmit = (event) => {
  event.preventDefault();
  if (command.value.trim()) socket.send(command.value);
  command.value = '';
};
